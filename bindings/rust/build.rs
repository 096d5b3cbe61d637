//! Has the declarations written from the interface as JSON, and says where the library lies.
use std::{env, fs, path::Path, process::Command};

fn main() {
    println!("cargo:rerun-if-env-changed=BOOKWORM_PREFIX");
    let prefixes = env::var("BOOKWORM_PREFIX")
        .map_or_else(|_| vec!["/usr/local".into(), "/usr".into()], |chosen| vec![chosen]);
    let interface_in = |prefix: &String| format!("{prefix}/share/bookworm/bookworm.json");
    let found = prefixes.iter().find(|prefix| Path::new(&interface_in(prefix)).exists());
    let prefix = found.unwrap_or_else(|| {
        eprintln!(
            "Bookworm is not found: install the Debian packages libbookworm2 and libbookworm-dev, or \
             set BOOKWORM_PREFIX to the folder in which a release's tar file was unpacked."
        );
        std::process::exit(1);
    });
    let interface = interface_in(prefix);
    let made = Command::new("python3").args(["declare.py", &interface]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    fs::write(env::var("OUT_DIR").unwrap() + "/declarations.rs", made.stdout).unwrap();
    // Debian's packages have the library where linker and loader look by themselves.
    if Path::new(&format!("{prefix}/lib/libbookworm.so")).exists() {
        println!("cargo:rustc-link-search={prefix}/lib");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{prefix}/lib");
    }
    println!("cargo:rerun-if-changed={interface}");
}
